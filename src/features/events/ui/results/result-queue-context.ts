import { createContext } from 'react'
import type { LazyService } from '#platform/ui/lazy-service.ts'
import type { ResultQueue } from './result-queue.ts'

/** The results that wait on this device; null during server rendering. Every page has it, so it is apart from what only events need. */
export const ResultQueueContext = createContext<LazyService<ResultQueue> | null>(null)
