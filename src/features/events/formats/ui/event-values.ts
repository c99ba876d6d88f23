import type { EventInput } from '#events/contract/event-fields.ts'

/**
 * The values of the event form, all as text: times are local ones in `timeZone`, lists are separated by spaces, and null is ''. Options of
 * formats are named `format.` and their path on the wire; those of every format that was chosen stay there, so that choosing another format
 * and coming back loses nothing.
 */
export type EventValues = { [Name in Exclude<keyof EventInput, 'format'>]: string } & {
  /** '': no group */
  groupId: string
  kind: string
  [option: `format.${string}`]: string
}
