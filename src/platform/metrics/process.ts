import { collectDefaultMetrics, Registry } from 'prom-client'

let ofProcess: Registry | null = null

/**
 * CPU, memory, files, garbage collection and event-loop delay of this process. One for all servers in it and for as long as it lives, since
 * prom-client cannot stop the event-loop monitor and the observer that it starts; neither keeps a process alive.
 */
export function processMetrics(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}
