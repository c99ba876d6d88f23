import { useState } from 'react'
import styles from '#admin/ui/admin.module.css'
import { formatCount } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'
import { isCallError } from '#platform/live/call-errors.ts'
import { errorMessage, useDocuments, useMethod, useSubscription } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { List } from '#platform/ui/controls/List.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'
import entries from '#platform/ui/styles/entries.module.css'
import layout from '#platform/ui/styles/layout.module.css'
import { type RoleDoc, roleExists, rolesCreate, rolesDelete, rolesList } from '#roles/contract.ts'
import { roleName } from '#roles/ui/role-name.ts'
import { isBuiltIn, isGroupRole } from './site-roles.ts'

/** Lists the roles of the site, without those that users have in groups; creates roles, and deletes those that no user has. */
export function SiteRolesDialog({ onClose }: { onClose: () => void }) {
  const live = useSubscription(rolesList, {})
  const remove = useMethod(rolesDelete)
  const [error, setError] = useState<string | null>(null)
  const roles = useDocuments<RoleDoc, (RoleDoc & { _id: string })[]>(
    'roles',
    documents => documents.filter(({ _id }) => !isGroupRole(_id)).toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    [],
  )
  return (
    <Dialog open title={m.admin_roles_site()} onClose={onClose}>
      {live.state === 'pending' && roles.length === 0 && <Skeleton kind="form" count={2} />}
      {live.state === 'failed' && <ErrorState title={m.admin_roles_failed()}>{errorMessage(live.error)}</ErrorState>}
      <List className={layout.stack}>
        {roles.map(({ _id: name, users }) => (
          <li key={name} className={cx(layout.line3, styles.line)}>
            <span className={cx(layout.stack1, layout.anywhere, entries.grow)}>
              <span className={layout.strong}>{roleName(name)}</span>
              <span className={cx(layout.quiet, styles.facts)}>{users === 0 ? m.admin_roles_nobody() : formatCount(users, 'user')}</span>
            </span>
            {users === 0 && !isBuiltIn(name) && (
              <Button
                aria-label={m.admin_delete_name({ name })}
                onClick={() =>
                  remove({ name }).then(
                    () => setError(null),
                    (problem: unknown) => setError(errorMessage(problem)),
                  )
                }
              >
                {m.ui_delete()}
              </Button>
            )}
          </li>
        ))}
      </List>
      <FormError message={error} />
      <NewRole />
    </Dialog>
  )
}

function NewRole() {
  const create = useMethod(rolesCreate)
  const form = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? m.admin_roles_name_empty() : undefined }),
    send: async ({ name }) => {
      await create({ name })
      form.reset()
    },
    place: problem => (isCallError(problem, roleExists) ? { name: m.admin_roles_name_taken() } : null),
  })
  return (
    <FormBody form={form} action={m.admin_roles_make()} wide>
      <TextField label={m.admin_roles_name()} maxLength={100} autoComplete="off" {...form.field('name')} />
    </FormBody>
  )
}
