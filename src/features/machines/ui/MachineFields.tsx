import * as m from '#messages'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import type { Form } from '#platform/ui/form/use-form.ts'
import layout from '#platform/ui/styles/layout.module.css'
import { DISPLAYS, PLAYER_COUNTS } from '../contract/machine-types.ts'
import { machineTypeLabel } from '../rules/backglass-style.ts'
import type { MachineValues } from './machine-values.ts'

const DISPLAY_LABELS: Record<(typeof DISPLAYS)[number], () => string> = {
  reels: m.machines_display_reels,
  lights: m.machines_display_lights,
  alphanumeric: m.machines_display_alphanumeric,
  dmd: m.machines_display_dmd,
  lcd: m.machines_display_lcd,
  cga: m.machines_display_cga,
}

/** The form fields for the catalogue data of a machine. */
export function MachineFields({ form }: { form: Form<MachineValues> }) {
  const { values, set } = form
  const unknownChoice = { value: '', label: m.machines_field_unknown() }
  return (
    <>
      <TextField label={m.ui_name()} maxLength={200} autoComplete="off" {...form.field('name')} />
      <TextField label={m.ui_manufacturer()} maxLength={100} autoComplete="off" {...form.field('manufacturer')} />
      <div className={layout.columns}>
        <TextField label={m.machines_field_year()} inputMode="numeric" maxLength={4} autoComplete="off" {...form.field('year')} />
        <Select
          label={m.machines_technology()}
          value={values.type}
          choices={Object.entries(machineTypeLabel).map(([value, label]) => ({ value, label: label() }))}
          onChange={type => set('type', type)}
        />
        <Select
          label={m.machines_field_display()}
          value={values.display}
          choices={[unknownChoice, ...DISPLAYS.map(value => ({ value, label: DISPLAY_LABELS[value]() }))]}
          onChange={display => set('display', display)}
        />
        <Select
          label={m.ui_max_players()}
          value={values.playerCount}
          choices={[unknownChoice, ...PLAYER_COUNTS.map(count => ({ value: String(count), label: String(count) }))]}
          onChange={playerCount => set('playerCount', playerCount)}
        />
        <TextField
          label={m.machines_field_opdb()}
          maxLength={60}
          autoComplete="off"
          placeholder={m.machines_field_opdb_example()}
          {...form.field('opdbId')}
        />
        <TextField label={m.machines_field_ipdb()} inputMode="numeric" maxLength={8} autoComplete="off" {...form.field('ipdbId')} />
      </div>
    </>
  )
}
