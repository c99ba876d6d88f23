import { useState } from 'react'
import { ScoreField, unreadProblem } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { useMethod } from '#platform/live/hooks.ts'
import { useRequestId } from '#platform/live/use-request-id.ts'
import { Combobox } from '#platform/ui/controls/Combobox.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { usePlayerSearch } from '#players/ui/use-player-search.ts'
import { scoresEnter } from '#scores/contract/kiosks.ts'
import { rankLabel } from '#scores/ui/rank-label.ts'

/** The form in which players name themselves and enter their score. */
export function EnterAtKiosk({ deviceKey }: { deviceKey: string }) {
  const enter = useMethod(scoresEnter)
  const requestId = useRequestId()
  const [done, setDone] = useState('')
  const form = useForm<{ name: string; userId: string; digits: string }>({
    initial: { name: '', userId: '', digits: '' },
    check: ({ userId, digits }) => ({
      userId: userId === '' ? m.scores_kiosk_player_missing() : undefined,
      digits:
        unreadProblem(digits) ??
        (Number(digits) === 0
          ? m.scores_kiosk_score_missing()
          : Number(digits) > Number.MAX_SAFE_INTEGER
            ? m.ui_score_too_high()
            : undefined),
    }),
    send: async ({ name, userId, digits }) => {
      const input = { key: deviceKey, userId, value: Number(digits) }
      const { rank, players, underReview } = await enter({ _id: requestId(input), ...input })
      setDone(underReview ? m.scores_kiosk_review({ name }) : m.scores_kiosk_done({ name, rank: rankLabel(rank, players) }))
      form.reset()
    },
  })
  const { name, userId, digits } = form.values
  const { found, loading } = usePlayerSearch(userId === '' ? name : '')
  return (
    <FormBody form={form} action={m.scores_kiosk_enter()} wide>
      <Combobox
        label={m.scores_kiosk_player()}
        value={name}
        options={found.map(player => ({ id: player.userId, name: player.displayName, detail: player.username }))}
        loading={loading}
        onTextChange={text => {
          setDone('')
          form.set('userId', '')
          form.set('name', text)
        }}
        onPick={option => {
          form.set('userId', option.id)
          form.set('name', option.name)
        }}
        hint={m.scores_kiosk_player_hint()}
        error={form.field('userId').error}
        noResultsText={m.scores_kiosk_player_none()}
      />
      <ScoreField
        label={m.ui_score()}
        digits={digits}
        onDigits={text => {
          setDone('')
          form.set('digits', text)
        }}
        error={form.field('digits').error}
      />
      <p role="status">{done}</p>
    </FormBody>
  )
}
