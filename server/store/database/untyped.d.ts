// What is used here of modules without types.

declare module "fs-native-extensions" {
  /**
   * Locks a file of this descriptor, unless somebody else has, until the descriptor is closed or
   * its process ends.
   */
  export function tryLock(descriptor: number): boolean;
}

/** It is loaded for what it does to the process. */
declare module "tsx";
