/** Loaded before a node's own code (`node --import`): shifts its time of day by CLOCK_OFFSET ms. */
const offset = Number(process.env.CLOCK_OFFSET)
const { now } = Date

Date.now = () => now() + offset
globalThis.Date = new Proxy(Date, {
  construct: (target, given) => (given.length === 0 ? new target(target.now()) : new target(...given)),
})
