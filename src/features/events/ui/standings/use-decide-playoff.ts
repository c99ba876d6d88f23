import { eventsPlayoff } from '#events/contract/rounds.ts'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'

/** Returns a function that enters the order of a playoff. @param replaces the order that its director has agreed to replace */
export function useDecidePlayoff(eventId: string): (order: string[], replaces?: string[]) => Promise<unknown> {
  const send = useMethod(eventsPlayoff)
  const requestId = useRequestId()
  return (order, replaces) => send({ _id: requestId(order), eventId, order, ...(replaces === undefined ? {} : { replaces }) })
}
