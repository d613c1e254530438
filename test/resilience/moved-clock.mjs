/** Loaded into a program by `--import`, it moves the program's clock by CLOCK_HOURS, as a machine's clock is wrong. */
const offset = Number(process.env["CLOCK_HOURS"]) * 60 * 60 * 1000;
const real = Date.now;
const now = () => real() + offset;

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given) => Reflect.construct(RealDate, given.length === 0 ? [now()] : given),
  get: (RealDate, name) => (name === "now" ? now : Reflect.get(RealDate, name)),
});
