import * as v from 'valibot'
import { chosen, optional, required } from '#platform/live/record.ts'
import { integer, name, text } from '#platform/live/schemas.ts'
import { fieldRule, mustBeOneOf } from '#platform/text/field-rules.ts'
import { DISPLAYS, machineType, PLAYER_COUNTS } from './machine-types.ts'

/** What the editors of a machine fill in. null: not known */
export const MACHINE_FIELDS = {
  name: required(name(1, 200)),
  manufacturer: required(name(1, 100)),
  year: optional(v.nullable(integer(1930, 2100)), null),
  type: required(machineType),
  display: chosen(v.nullable(v.picklist(DISPLAYS, mustBeOneOf(DISPLAYS))), null),
  playerCount: chosen(v.nullable(v.picklist(PLAYER_COUNTS, mustBeOneOf(PLAYER_COUNTS))), null),
  opdbId: chosen(
    v.nullable(
      v.pipe(
        text(1, 60),
        v.regex(/^G[a-zA-Z0-9]+-M[a-zA-Z0-9]+(?:-A[a-zA-Z0-9]+)?$/, fieldRule('opdb-id', 'must be of the form G…-M… or G…-M…-A…')),
      ),
    ),
    null,
  ),
  ipdbId: chosen(v.nullable(integer(1, 10_000_000)), null),
}
