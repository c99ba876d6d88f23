import { strikesForm } from '#events/formats/strikes/ui/form.tsx'
import type { FormatForm } from '#events/formats/ui/format-form.ts'
import type { FrenzyKnockout } from '../rules.ts'

export const form: FormatForm<FrenzyKnockout> = strikesForm('frenzy-knockout')
