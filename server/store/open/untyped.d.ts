// What is used here of modules without types.

declare module "fs-native-extensions" {
  /**
   * Locks a file of this descriptor, unless somebody else has, until the descriptor is closed or
   * its process ends.
   */
  export function tryLock(descriptor: number): boolean;
}

/** A module that is loaded for its effect on the process. */
declare module "tsx";
