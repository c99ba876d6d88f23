import { type EventFormat, roundRules } from '../formats/registry.ts'
import type { EventState } from '../rules/event-state.ts'
import type { EventTab } from './event-url.ts'

/** Returns the tabs of an event's page; the first is the default. @param hasTools true if the user helps to run the event */
export function eventTabs({ format, state }: { format: EventFormat; state: EventState }, hasTools: boolean): EventTab[] {
  const tabs: EventTab[] =
    roundRules(format) === null
      ? ['standings', 'machines', 'scores', 'players']
      : state === 'live'
        ? ['rounds', 'standings', 'machines', 'players']
        : ['standings', 'rounds', 'machines', 'players']
  return hasTools ? [...tabs, 'direct'] : tabs
}
