// What is used here of modules without types.

declare module "fs-native-extensions" {
  /**
   * Locks the bytes of a file from `offset` on, or all of it, unless somebody else has, until the
   * descriptor is closed or its process ends. On macOS it locks the whole file.
   */
  export function tryLock(
    descriptor: number,
    offset?: number,
    length?: number,
  ): boolean;
}

/** A module that is loaded for its effect on the process. */
declare module "tsx";
