import { useEffect, useState } from 'react'
import { DdpError } from '#ddp/wire/error.ts'
import { type GroupInvite, groupsLook } from '#groups/contract.ts'
import { useMethod } from '#platform/live/hooks.ts'

/** What is known of an invitation: `none` without a code, `unsure` if it could not be looked up. */
export type InviteState = 'none' | 'loading' | 'gone' | 'unsure' | GroupInvite

/** Looks up which group a code is for and who invites. */
export function useGroupInvite(code: string | undefined): InviteState {
  const lookUp = useMethod(groupsLook)
  const [found, setFound] = useState<{ code: string; invite: InviteState } | null>(null)
  useEffect(() => {
    if (code === undefined) return
    let isCurrent = true
    lookUp({ code }).then(
      invite => isCurrent && setFound({ code, invite }),
      (error: unknown) => {
        const isGone = error instanceof DdpError && error.error === 404
        if (isCurrent) setFound({ code, invite: isGone ? 'gone' : 'unsure' })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [lookUp, code])
  if (code === undefined) return 'none'
  return found?.code === code ? found.invite : 'loading'
}
