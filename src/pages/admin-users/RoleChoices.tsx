import * as m from '#messages'
import { useDocuments, useSubscription } from '#platform/live/hooks.ts'
import { Checkbox } from '#platform/ui/form/Checkbox.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { type RoleDoc, rolesList } from '#roles/contract.ts'
import { roleName } from '#roles/ui/role-name.ts'
import { isGroupRole, ROLE_HINTS } from './site-roles.ts'

/** Checkboxes for roles: the site's own, and all others that exist outside of groups. */
export function RoleChoices({
  chosen,
  onChange,
}: {
  chosen: Readonly<Record<string, boolean>>
  onChange: (role: string, has: boolean) => void
}) {
  useSubscription(rolesList, {})
  const others = useDocuments<RoleDoc, string[]>('roles', documents => documents.map(({ _id }) => _id).sort(), [])
  const roles = [...new Set([...Object.keys(ROLE_HINTS), ...Object.keys(chosen), ...others.filter(role => !isGroupRole(role))])]
  return (
    <fieldset className={layout.stack4}>
      <legend className={layout.strong}>{m.admin_roles()}</legend>
      {roles.map(role => (
        <Checkbox
          key={role}
          label={roleName(role)}
          hint={ROLE_HINTS[role]?.()}
          checked={chosen[role] === true}
          onChange={has => onChange(role, has)}
        />
      ))}
    </fieldset>
  )
}
