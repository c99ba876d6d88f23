export interface Deferred<Value> {
  promise: Promise<Value>
  resolve(value: Value): void
}

/** A promise that a test resolves itself: `Promise.withResolvers`, which Node 20 does not have. */
export function createDeferred<Value = void>(): Deferred<Value> {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
