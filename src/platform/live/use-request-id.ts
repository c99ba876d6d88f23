import { useRef } from 'react'
import { v7 } from 'uuid'

/**
 * Returns a function that gives a request its id: the same one for the same request as the one before, so that sending it again after a
 * lost answer changes nothing twice, and a new one for another request.
 */
export function useRequestId(): (request: unknown) => string {
  const last = useRef<{ id: string; text: string } | null>(null)
  return request => {
    const text = JSON.stringify(request)
    if (last.current?.text !== text) last.current = { id: v7(), text }
    return last.current.id
  }
}
