import { collectDefaultMetrics, Registry } from 'prom-client'

let processRegistry: Registry | null = null

/**
 * Returns the metrics of this process: CPU, memory, files, garbage collection and event-loop delay. All servers in the process share one
 * registry, which is never closed, since prom-client cannot stop the event-loop monitor and the observer that it starts; neither keeps a
 * process alive.
 */
export function processMetrics(): Registry {
  if (processRegistry === null) {
    processRegistry = new Registry()
    collectDefaultMetrics({ register: processRegistry })
  }
  return processRegistry
}
