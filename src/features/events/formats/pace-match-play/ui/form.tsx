import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { gamesEachForm } from '#events/formats/ui/GamesEachOptions.tsx'
import type { PaceMatchPlay } from '../rules.ts'

export const form: FormatForm<PaceMatchPlay> = gamesEachForm('pace-match-play')
