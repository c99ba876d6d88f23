import type { Seeding } from '#events/rules/draw-options.ts'
import * as m from '#messages'
import { decimal } from './number-labels.ts'

/** "Seed 3", or "IFPA rank 1,234" where these are the seeds. */
export const seedLabel = (seeding: Seeding, seed: number): string =>
  (seeding === 'ifpa' ? m.events_seed_ifpa : m.events_seed)({ n: decimal(seed) })
