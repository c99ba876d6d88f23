import { useEffect, useLayoutEffect, useRef } from 'react'
import type { useAccount } from '#accounts/ui/session/use-account.ts'
import { ScoreField } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { Button } from '#platform/ui/controls/Button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { FormError } from '#platform/ui/form/FormError.tsx'
import { Select } from '#platform/ui/form/Select.tsx'
import { TextField } from '#platform/ui/form/TextField.tsx'
import { Notice } from '#platform/ui/states/Notice.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import styles from '#scores/ui/score-pages.module.css'
import { BallReachedField } from '#scores/ui/submit/BallReachedField.tsx'
import { SubmitEvent } from '#scores/ui/submit/SubmitEvent.tsx'
import { eventHole } from '#scores/ui/submit/select-event.ts'
import type { SubmitForm } from '#scores/ui/submit/use-submit.ts'
import { ScoreVenueField } from '#scores/ui/venue/ScoreVenueField.tsx'
import { PicturePicker } from '#uploads/ui/PicturePicker.tsx'
import { UploadProgress } from '#uploads/ui/UploadProgress.tsx'
import { MachinePicker } from './MachinePicker.tsx'
import bar from './submit-bar.module.css'

export interface SubmitFieldsProps {
  form: SubmitForm
  account: ReturnType<typeof useAccount>
  /** true if the address names an event */
  hasRequestedEvent: boolean
  /** a question to the user about an implausible value */
  warning: string | null
}

/** The fields of the score form, and the progress of sending it. */
export function SubmitFields({ form, account, hasRequestedEvent, warning }: SubmitFieldsProps) {
  const { fields, item, problems, view, stopped, choice, place } = form
  const hole = eventHole(choice.chosen, form.machineId)
  const event = <SubmitEvent choice={choice} onChoose={eventId => form.change({ eventId })} />
  const element = useRef<HTMLFormElement>(null)
  // Runs once, before the next render resets fields that the user filled in before hydration.
  const hydrate = useRef(form.hydrateFromDom)
  useLayoutEffect(() => hydrate.current(element.current!), [])
  const sending = form.stage.name === 'sending'
  const picture = sending && view.picture !== null && view.picture.id === form.itemId ? view.picture : null
  const pictureRefused = item?.about === 'picture'

  // After stopping, the cancel button that had the focus is gone, so the submit button gets the focus.
  useEffect(() => {
    if (stopped && !sending) element.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }, [stopped, sending])

  return (
    <form
      ref={element}
      className={cx(layout.stack5, bar.fields)}
      // Outside of a dialog element, this method does nothing. So before the script has loaded, submitting sends nothing and loses nothing.
      method="dialog"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {item !== null && !stopped && (
        <Notice
          kind={item.reason === undefined ? 'info' : 'error'}
          title={
            item.reason === undefined
              ? m.scores_submit_editing()
              : pictureRefused
                ? m.scores_submit_photo_refused()
                : m.scores_submit_refused()
          }
          action={
            <Button onClick={form.cancelEdit}>
              {item.reason === undefined ? m.scores_submit_editing_leave() : m.scores_submit_refused_leave()}
            </Button>
          }
        >
          {item.reason ?? m.scores_submit_editing_note()}
        </Notice>
      )}
      {hasRequestedEvent && fields.eventId !== null ? <div className={styles.event}>{event}</div> : event}
      <div className={layout.stack2}>
        <ScoreVenueField venue={place.venue} recent={place.recent} onPick={venue => form.change({ venue })} />
        <div role="status">{place.notice !== null && <Notice kind="info" title={place.notice} />}</div>
      </div>
      {choice.bound !== null && choice.machines.length > 0 ? (
        <Select
          label={m.ui_machine()}
          value={choice.machines.some(each => each.machineId === form.machineId) ? form.machineId! : ''}
          choices={[
            { value: '', label: m.scores_submit_pick() },
            ...choice.machines.map(each => ({ value: each.machineId, label: each.name })),
          ]}
          error={problems.machine}
          onChange={machineId => {
            const machine = choice.machines.find(each => each.machineId === machineId) ?? null
            form.change({ machine, machineText: machine?.name ?? '' })
          }}
        />
      ) : (
        <MachinePicker
          text={fields.machineText}
          picked={fields.machine}
          queue={form.queue}
          standing={place.machines}
          error={problems.machine}
          onText={text => form.change({ machineText: text, machine: null })}
          onPick={machine => {
            form.change({ machine, machineText: machine.name })
            // The score comes next, unless a score was typed first.
            if (fields.digits === '') element.current?.querySelector<HTMLElement>('[name="score"]')?.focus()
          }}
        />
      )}
      <ScoreField
        label={m.ui_score()}
        name="score"
        digits={fields.digits}
        onDigits={digits => form.change({ digits })}
        warning={warning}
        error={problems.value}
        hint={m.scores_submit_score_hint()}
      />
      {hole !== null && (
        <BallReachedField
          balls={hole.balls}
          target={hole.target}
          ball={fields.ball}
          error={problems.ball}
          onBall={ball => form.change({ ball })}
        />
      )}
      <PicturePicker
        key={form.formCount}
        label={m.scores_submit_photo()}
        file={fields.picture}
        busy={sending}
        onFile={file => form.change({ picture: file })}
        onState={form.setPickState}
      />
      <TextField
        label={m.scores_submit_comment()}
        name="comment"
        value={fields.comment}
        maxLength={500}
        onChange={event => form.change({ comment: event.target.value })}
      />
      {(picture !== null || (stopped && !sending)) && (
        <UploadProgress
          status={picture?.status ?? 'aborted'}
          progress={picture?.progress ?? 0}
          onCancel={form.stop}
          onRetry={() => void form.submit()}
        />
      )}
      <FormError message={form.error} />
      {pictureRefused && (
        <Button wide onClick={form.withoutPicture}>
          {m.scores_submit_without_picture()}
        </Button>
      )}
      <div className={bar.submit}>
        <Button kind="primary" type="submit" wide busy={sending || form.isAwaitingPicture} disabled={account.state === 'unknown'}>
          {account.state === 'out' ? m.scores_submit_keep() : warning === null ? m.ui_add_score() : m.scores_submit_right()}
        </Button>
      </div>
    </form>
  )
}
