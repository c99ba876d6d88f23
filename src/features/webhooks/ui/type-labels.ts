import * as m from '#messages'
import { type EventType, TEST_TYPE } from '../rules/event-types.ts'

const LABELS: Record<EventType | typeof TEST_TYPE, () => string> = {
  'score.submitted': m.webhooks_type_score,
  'score.record': m.webhooks_type_record,
  'score.moderated': m.webhooks_type_moderated,
  'score.corrected': m.webhooks_type_corrected,
  'score.removed': m.webhooks_type_removed,
  'event.started': m.webhooks_type_started,
  'event.finished': m.webhooks_type_finished,
  'round.drawn': m.webhooks_type_round,
  'result.confirmed': m.webhooks_type_result,
  'result.voided': m.webhooks_type_result_voided,
  'player.merged': m.webhooks_type_player_merged,
  'machine.merged': m.webhooks_type_machine_merged,
  [TEST_TYPE]: m.webhooks_type_test,
}

/** What a message of this type tells, in a few words. A type that a later version has stands as it is. */
export const hookTypeLabel = (type: string): string => (Object.hasOwn(LABELS, type) ? LABELS[type as EventType]() : type)
