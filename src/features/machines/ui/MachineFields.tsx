import { Select } from '../../../platform/ui/Select.tsx'
import { TextField } from '../../../platform/ui/TextField.tsx'
import type { Form } from '../../accounts/ui/parts/use-form.ts'
import { DISPLAYS, PLAYER_COUNTS } from '../contract.ts'
import styles from './edit-machine.module.css'
import type { MachineValues } from './machine-values.ts'
import { typeWords } from './type-words.ts'

const UNKNOWN = { value: '', label: 'Not known' }
const displayWords: Record<(typeof DISPLAYS)[number], string> = {
  reels: 'Score reels',
  lights: 'Lights',
  alphanumeric: 'Alphanumeric',
  dmd: 'Dot matrix',
  lcd: 'LCD screen',
  cga: 'CRT screen',
}

/** Everything that a person may say of a machine. */
export function MachineFields({ form }: { form: Form<MachineValues> }) {
  const { values, set } = form
  return (
    <>
      <TextField label="Name" maxLength={200} autoComplete="off" {...form.field('name')} />
      <TextField label="Manufacturer" maxLength={100} autoComplete="off" {...form.field('manufacturer')} />
      <div className={styles.pair}>
        <TextField label="Year (optional)" inputMode="numeric" maxLength={4} autoComplete="off" {...form.field('year')} />
        <Select
          label="Technology"
          value={values.type}
          choices={Object.entries(typeWords).map(([value, label]) => ({ value, label }))}
          onChange={type => set('type', type)}
        />
        <Select
          label="Display"
          value={values.display}
          choices={[UNKNOWN, ...DISPLAYS.map(value => ({ value, label: displayWords[value] }))]}
          onChange={display => set('display', display)}
        />
        <Select
          label="Players at once"
          value={values.playerCount}
          choices={[UNKNOWN, ...PLAYER_COUNTS.map(count => ({ value: String(count), label: String(count) }))]}
          onChange={playerCount => set('playerCount', playerCount)}
        />
        <TextField label="OPDB id (optional)" maxLength={60} autoComplete="off" placeholder="G4do5-MDlNn" {...form.field('opdbId')} />
        <TextField label="IPDB number (optional)" inputMode="numeric" maxLength={8} autoComplete="off" {...form.field('ipdbId')} />
      </div>
    </>
  )
}
