import { setFlagsFromString } from "node:v8";

/*
 * Makes V8 collect garbage when the memory in use has grown by a quarter; by default it waits until
 * the memory has grown to four times. For the docs of a contract of 4.8 MB, 600 MB are enough instead
 * of 1.1 GB, in the same time.
 */
setFlagsFromString("--heap-growing-percent=25");
