import { eventsEntrants } from '#events/contract/entrants.ts'
import * as m from '#messages'
import { useSubscription } from '#platform/live/hooks.ts'
import { machineName } from '../labels/machine-name.ts'
import type { ShownEvent } from '../types.ts'
import { type Machine, useEntrants } from '../use-event.ts'

/** The names that a round is shown with. */
export interface RoundNames {
  player(entrantId: string): string
  machine(machineId: string): string
}

export function useRoundNames(event: ShownEvent, machines: readonly Machine[]): RoundNames {
  const eventId = event._id
  useSubscription(eventsEntrants, { eventId })
  const names = new Map(useEntrants(eventId).map(({ _id, displayName }) => [_id, displayName]))
  return {
    player: id => names.get(id) ?? m.ui_a_player(),
    machine: id => machineName(event, machines, id),
  }
}
