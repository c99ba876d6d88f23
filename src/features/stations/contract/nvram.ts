import * as v from 'valibot'
import { defineError } from '#platform/live/call-errors.ts'
import { defineMethod } from '#platform/live/contract.ts'
import { HOUR, MINUTE, perAddress, perUser, READING } from '#platform/live/rates.ts'
import { booleanField, id, strictObject, text } from '#platform/live/schemas.ts'
import { fieldRule } from '#platform/text/field-rules.ts'
import { noVenue } from '#venues/contract/errors.ts'
import { noStation, notAReporter, reporterKeyUnknown } from './errors.ts'

/* Our addition: high scores of virtual machines, from the files in which PinMAME keeps a machine's memory. */

export const nvramNotSetUp = defineError(409, 'nvram-not-set-up', 'The operator of this site has set up no memory maps.')
export const nvramNoMap = defineError(404, 'nvram-no-map', 'The memory maps of this site do not know this ROM.')
export const nvramMapUnreadable = defineError(
  409,
  'nvram-map-unreadable',
  'The memory map of this ROM has no high scores that can be read.',
)
export const nvramFileTooShort = defineError(409, 'nvram-file-too-short', 'This file is shorter than the memory of this ROM.')
export const nvramBeingWritten = defineError(
  409,
  'nvram-being-written',
  'This file is being written, or is damaged. Try again when the game has ended.',
)
export const nvramScoreTooLarge = defineError(
  409,
  'nvram-score-too-large',
  'This file has a score that is larger than any. Is it of this ROM?',
)

/** Characters of a file in base64. */
export const MAX_NVRAM_FILE = 45_000

/** A row of a machine's high scores. `fate`: `new`: it is a reported game, or becomes one; `known`: it stood in a file before */
export interface NvramRow {
  label: string
  initials: string
  score: number
  fate: 'new' | 'known'
}

/**
 * Our addition: reads the high scores from a file of PinMAME (`.nv`), by the maps of the project Pinball Memory Maps. The first file of a
 * station and ROM says which rows count for nothing, because those of the factory look like others; each row that is new in a later one becomes
 * a reported game with one play. `rom`: PinMAME's name of it; `file`: in base64, and compressed with gzip if `gzip` is true; `dryRun`: changes
 * nothing. `key`: as of `stations.report`, in place of a manager.
 * @returns `first`: true: no file of this station and ROM was read before
 */
export const stationsReadNvram = defineMethod<{ rows: NvramRow[]; first: boolean }>()(
  'stations.readNvram',
  strictObject({
    key: v.optional(text(1, 200)),
    venueId: id,
    stationId: id,
    rom: v.pipe(text(1, 40), v.regex(/^[a-z0-9]\w*$/, fieldRule('rom', 'must be the name of a ROM, such as afm_113b'))),
    file: v.pipe(text(4, MAX_NVRAM_FILE), v.base64(fieldRule('base64', 'must be base64'))),
    gzip: v.optional(booleanField),
    dryRun: booleanField,
  }),
  {
    example: { rom: 'afm_113b', file: 'AAECAw==', dryRun: true },
    access: 'manager of the venue',
    rates: [perUser(120, HOUR), perAddress(60, MINUTE)],
    errors: [
      noVenue,
      noStation,
      reporterKeyUnknown,
      notAReporter,
      nvramNotSetUp,
      nvramNoMap,
      nvramMapUnreadable,
      nvramFileTooShort,
      nvramBeingWritten,
      nvramScoreTooLarge,
    ],
  },
)

/** Our addition: returns of how many ROMs the site can read files. 0: the operator has set up no memory maps. */
export const stationsNvramMaps = defineMethod<{ roms: number }>()('stations.nvramMaps', strictObject({ venueId: id }), {
  access: 'manager of the venue',
  rates: READING,
  errors: [noVenue],
})
