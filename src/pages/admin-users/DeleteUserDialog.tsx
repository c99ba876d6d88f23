import { useEffect, useState } from 'react'
import { type AccountDoc, type UserDataCounts, usersBelongings, usersDelete } from '#admin/contract.ts'
import { countParams } from '#admin/ui/format-bytes.ts'
import * as m from '#messages'
import { errorMessage, useMethod } from '#platform/live/hooks.ts'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { RadioList } from '#platform/ui/form/RadioList.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { ErrorState } from '#platform/ui/states/ErrorState.tsx'
import { Skeleton } from '#platform/ui/states/Skeleton.tsx'

type Values = { scores: 'keep' | 'erase'; name: string }

/**
 * Shows what will be deleted, asks what happens to the scores, and requires the user's name to be typed, to prevent a deletion by mistake.
 */
export function DeleteUserDialog({ user, onClose }: { user: AccountDoc & { _id: string }; onClose: () => void }) {
  const [loadBelongings, remove] = [useMethod(usersBelongings), useMethod(usersDelete)]
  const [belongings, setBelongings] = useState<UserDataCounts | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isCurrent = true
    loadBelongings({ userId: user._id }).then(
      found => isCurrent && setBelongings(found),
      (error: unknown) => isCurrent && setProblem(errorMessage(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [loadBelongings, user._id])
  const form = useForm<Values>({
    initial: { scores: 'keep', name: '' },
    check: ({ name }) => ({ name: name.trim() === user.username ? undefined : m.ui_confirm_name_missing({ name: user.username }) }),
    send: async ({ scores }) => {
      await remove({ userId: user._id, eraseScores: scores === 'erase' })
      onClose()
    },
  })
  return (
    <Dialog open title={m.admin_delete_ask({ name: user.username })} dismiss={m.ui_cancel()} onClose={onClose}>
      {problem !== null && <ErrorState title={m.admin_delete_uncounted()}>{problem}</ErrorState>}
      {problem === null && belongings === null && <Skeleton kind="form" count={2} />}
      {belongings !== null && (
        <>
          <p>{`${describeDeletion(belongings)} ${m.admin_delete_undo()}`}</p>
          <FormBody form={form} kind="danger" action={m.admin_delete_do()} wide>
            <RadioList
              label={m.admin_delete_scores(countParams(belongings.scores))}
              value={form.values.scores}
              choices={[
                {
                  value: 'keep',
                  label: m.admin_delete_scores_keep(),
                  hint: m.admin_delete_scores_keep_hint(),
                },
                {
                  value: 'erase',
                  label: m.ui_delete(),
                  hint:
                    belongings.comments === 0
                      ? m.ui_delete_scores_hint()
                      : m.admin_delete_scores_erase_comments(countParams(belongings.comments)),
                },
              ]}
              onChange={scores => form.set('scores', scores)}
            />
            <TextField label={m.ui_confirm_name({ name: user.username })} autoComplete="off" {...form.field('name')} />
          </FormBody>
        </>
      )}
    </Dialog>
  )
}

function describeDeletion({ pictures, groups, groupsAlone, events }: UserDataCounts): string {
  const erased = pictures === 0 ? m.admin_delete_goes() : m.admin_delete_goes_pictures(countParams(pictures))
  const left =
    groupsAlone === 0
      ? m.admin_delete_groups(countParams(groups))
      : m.admin_delete_groups_alone({ count: groupsAlone, n: groupsAlone, groups: m.admin_delete_groups_count(countParams(groups)) })
  const undirected = m.admin_delete_events(countParams(events))
  return [erased, ...(groups === 0 ? [] : [left]), ...(events === 0 ? [] : [undirected])].join(' ')
}
