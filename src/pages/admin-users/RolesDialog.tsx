import type { AccountDoc } from '#admin/contract.ts'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { rolesAssign } from '#roles/contract.ts'
import { RoleChoices } from './RoleChoices.tsx'

/** Changes which roles of the site a user has. */
export function RolesDialog({ user, onClose }: { user: AccountDoc & { _id: string }; onClose: () => void }) {
  const assign = useMethod(rolesAssign)
  const form = useForm<{ [role: string]: boolean }>({
    initial: Object.fromEntries(user.roles.map(role => [role, true])),
    send: async chosen => {
      const roles = Object.keys(chosen).filter(role => chosen[role])
      await assign({ userIds: [user._id], roles, mode: 'replace', ...(user.flat === true ? { flat: true } : {}) })
      onClose()
    },
  })
  return (
    <Dialog open title={m.admin_roles_of({ name: user.username })} onClose={onClose}>
      <FormBody form={form} action={m.admin_save()} wide>
        <RoleChoices chosen={form.values} onChange={(role, has) => form.set(role, has)} />
      </FormBody>
    </Dialog>
  )
}
