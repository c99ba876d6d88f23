import { use } from 'react'
import { SignInLinks } from '#accounts/ui/SignInLinks.tsx'
import { useAccount } from '#accounts/ui/session/use-account.ts'
import { groupsAdd } from '#groups/contract.ts'
import { GroupForm } from '#groups/ui/GroupForm.tsx'
import styles from '#groups/ui/groups.module.css'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { NoScriptNotice } from '#platform/ui/form/NoScriptNotice.tsx'
import { AppShell } from '#platform/ui/layouts/AppShell.tsx'
import { NavigateContext } from '#platform/ui/navigation/navigate.ts'
import { Notice } from '#platform/ui/states/Notice.tsx'

/** Creates a group, whose owner the user becomes. */
export function NewGroupPage() {
  const { state } = useAccount()
  const add = useMethod(groupsAdd)
  const navigate = use(NavigateContext)
  const requestId = useRequestId()
  return (
    <AppShell current="groups">
      <div className={styles.narrow}>
        <h1>{m.ui_create_group()}</h1>
        <NoScriptNotice purpose={m.groups_new_script()} />
        {state === 'out' && (
          <Notice kind="info" title={m.ui_sign_in_first()} action={<SignInLinks path="/groups/new" label={m.ui_sign_in()} />}>
            {m.groups_new_sign_in_words()}
          </Notice>
        )}
        <GroupForm
          initial={{ name: '', description: '', visibility: 'public', rated: false }}
          action={m.ui_create_group()}
          onSend={async fields => {
            const { groupId } = await add({ _id: requestId(fields), ...fields })
            navigate?.(`/groups/${groupId}`)
          }}
        />
      </div>
    </AppShell>
  )
}
