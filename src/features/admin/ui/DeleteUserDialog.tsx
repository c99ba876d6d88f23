import { useEffect, useState } from 'react'
import { sentenceOf, useCall } from '../../../platform/live/hooks.ts'
import { Dialog } from '../../../platform/ui/Dialog.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { RadioList } from '../../../platform/ui/RadioList.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { TextField } from '../../../platform/ui/TextField.tsx'
import { FormBody } from '../../accounts/ui/parts/FormBody.tsx'
import { useForm } from '../../accounts/ui/parts/use-form.ts'
import { type AccountDoc, type Belongings, usersBelongings, usersDelete } from '../contract.ts'
import { counted } from './amounts.ts'

type Values = { scores: 'keep' | 'erase'; name: string }

/** Shows what goes, asks what becomes of the scores, and for the name, so that nobody is deleted by a slip. */
export function DeleteUserDialog({ user, onClose }: { user: AccountDoc & { _id: string }; onClose: () => void }) {
  const [look, remove] = [useCall(usersBelongings), useCall(usersDelete)]
  const [belongings, setBelongings] = useState<Belongings | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let wanted = true
    look({ userId: user._id }).then(
      found => wanted && setBelongings(found),
      (error: unknown) => wanted && setProblem(sentenceOf(error)),
    )
    return () => {
      wanted = false
    }
  }, [look, user._id])
  const form = useForm<Values>({
    initial: { scores: 'keep', name: '' },
    check: ({ name }) => ({ name: name.trim() === user.username ? undefined : `Type ${user.username} to be sure.` }),
    send: async ({ scores }) => {
      await remove({ userId: user._id, eraseScores: scores === 'erase' })
      onClose()
    },
  })
  return (
    <Dialog open title={`Delete ${user.username}?`} dismiss="Keep" onClose={onClose}>
      {problem !== null && <ErrorState title="What goes could not be counted.">{problem}</ErrorState>}
      {problem === null && belongings === null && <Skeleton kind="form" count={2} />}
      {belongings !== null && (
        <>
          <p>{goes(belongings)} Nobody can undo it.</p>
          <FormBody form={form} kind="danger" action="Delete this user" wide>
            <RadioList
              label={belongings.scores === 1 ? 'What becomes of the score?' : `What becomes of the ${counted(belongings.scores, 'score')}?`}
              value={form.values.scores}
              choices={[
                {
                  value: 'keep',
                  label: 'Keep on the boards',
                  hint: 'As “Deleted player”, with the comments, and with nothing that leads to a person.',
                },
                {
                  value: 'erase',
                  label: 'Erase',
                  hint: `${belongings.comments === 0 ? '' : `With ${counted(belongings.comments, 'comment')}. `}Every board forgets them at once.`,
                },
              ]}
              onChange={scores => form.set('scores', scores)}
            />
            <TextField label={`Type “${user.username}” to be sure`} autoComplete="off" {...form.field('name')} />
          </FormBody>
        </>
      )}
    </Dialog>
  )
}

function goes({ pictures, groups, groupsAlone, events }: Belongings): string {
  const parts = ['The profile, the e-mail address and all sessions', ...(pictures === 0 ? [] : [counted(pictures, 'picture')])]
  const left =
    groups === 0
      ? ''
      : ` ${counted(groups, 'group')} will be left${groupsAlone === 0 ? '' : `, of which ${groupsAlone} without another member ${groupsAlone === 1 ? 'goes' : 'go'} too`}.`
  const undirected =
    events === 0
      ? ''
      : ` ${counted(events, 'event')} that ${events === 1 ? 'is' : 'are'} not over will have no director but administrators.`
  return `${parts.join(' and ')} are erased.${left}${undirected}`
}
