import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod, definePublication, partsOf } from '#platform/live/contract.ts'
import { ADMINISTRATION, HOUR, perUser } from '#platform/live/rates.ts'
import { id, integer, strictObject, text, uuidV7 } from '#platform/live/schemas.ts'
import { fieldRule, mustBeOneOf } from '#platform/text/field-rules.ts'

export const reportsForModerators = defineError(403, 'moderators-only', 'Reports are for moderators.')
export const noReport = defineError(404, 'no-report', 'There is no such report.')
export const noReportedThing = defineError(404, 'no-reported-thing', 'There is no such thing.')
export const reportIdUsed = defineError(409, 'id-used', 'This id was used for another report.')

/** Kinds of subjects that can be reported, each by its id; `profile` by the user's. */
export const REPORT_KINDS = ['score', 'picture', 'comment', 'profile', 'group', 'venue'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

export const REPORT_STATES = ['open', 'closed'] as const
export type ReportState = (typeof REPORT_STATES)[number]

/** A document of `reports`: for moderators only. */
export interface ReportDoc {
  kind: ReportKind
  subjectId: string
  /** describes the subject to a person: "1,234,560 on Medieval Madness by Ada" */
  label: string
  /** path of the page that shows the subject; null when it is gone */
  path: string | null
  reason: string
  by: { userId: string; username: string } | null
  at: Date
  /** the server's receipt number, by which the list is ordered */
  receipt: number
  state: ReportState
  closedAt?: Date
  closedBy?: { userId: string; username: string } | null
  /** what the moderator did about it */
  outcome?: string
}

/** Our addition: reports a subject to the moderators. Idempotent on `_id`. */
export const reportsAdd = defineMethod<{ reportId: string }>()(
  'reports.add',
  strictObject({
    _id: uuidV7,
    kind: v.picklist(REPORT_KINDS, mustBeOneOf(REPORT_KINDS)),
    subjectId: id,
    reason: text(1, 300, { lines: true }),
  }),
  { access: 'signed in', rates: [perUser(20, HOUR)], errors: [noReportedThing, reportIdUsed] },
)

/** Our addition: closes a report. */
export const reportsClose = defineMethod<Record<string, never>>()(
  'reports.close',
  strictObject({ reportId: id, outcome: v.optional(text(0, 300, { lines: true })) }),
  { access: 'moderators', rates: ADMINISTRATION, errors: [noReport] },
)

/** Our addition: the newest reports first. The first page of the open ones also has all that say that a child is in danger, up to 100. */
export const reportsList = definePublication(
  'reports.list',
  strictObject({
    state: v.optional(v.picklist(REPORT_STATES, fieldRule('choice', 'must be open or closed'))),
    limit: v.optional(integer(1, 100)),
    before: v.optional(id),
  }),
  ['reports'],
  { access: 'moderators', errors: [], parts: partsOf('reports', '-receipt') },
)
