import type { EventChange } from './news.ts'

/** What of events a view shows. */
export type Topic = 'list' | 'event' | 'entrants' | 'attempts' | 'rounds' | 'log'

type Kind = NonNullable<EventChange['change']>['kind']

/** The views that a change is news to. Its standings follow by themselves. */
const NEWS_TO: Readonly<Record<Kind, readonly Topic[]>> = {
  attempt: ['attempts'],
  'attempt-removed': ['attempts'],
  window: ['attempts'],
  'window-undone': ['attempts'],
  entrant: ['list', 'event', 'entrants'],
  'entrant-left': ['list', 'event', 'entrants'],
  presence: ['entrants'],
  rounds: ['rounds', 'log'],
  log: ['log'],
}

/** A change that names nothing is news to all. */
export const isNewsTo = (topic: Topic, change: EventChange['change']): boolean => change === null || NEWS_TO[change.kind].includes(topic)
