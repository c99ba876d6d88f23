import type { FormatForm } from '#events/formats/ui/format-form.ts'
import { gamesEachForm } from '#events/formats/ui/GamesEachOptions.tsx'
import type { MaxMatchPlay } from '../rules.ts'

export const form: FormatForm<MaxMatchPlay> = gamesEachForm('max-match-play')
