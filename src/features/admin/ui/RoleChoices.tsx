import { Checkbox } from '../../../platform/ui/Checkbox.tsx'
import styles from './admin.module.css'

/** What the site's own roles are for. */
const HINTS: Record<string, string> = {
  admin: 'May do everything.',
  moderator: 'Looks after reports, scores and pictures.',
  'machine-editor': 'Adds machines and edits them.',
  'event-director': 'Makes events.',
}

/** Roles to be had or not: the site's own, and whatever others there are. */
export function RoleChoices({
  chosen,
  onChange,
}: {
  chosen: Readonly<Record<string, boolean>>
  onChange: (role: string, has: boolean) => void
}) {
  const roles = [...new Set([...Object.keys(HINTS), ...Object.keys(chosen)])]
  return (
    <fieldset className={styles.form}>
      <legend className={styles.quiet}>Roles</legend>
      {roles.map(role => (
        <Checkbox key={role} label={role} hint={HINTS[role]} checked={chosen[role] === true} onChange={has => onChange(role, has)} />
      ))}
    </fieldset>
  )
}
