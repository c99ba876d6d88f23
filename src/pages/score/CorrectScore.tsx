import { useState } from 'react'
import { ScoreField } from '#machines/ui/ScoreField.tsx'
import * as m from '#messages'
import { useDocument, useMethod } from '#platform/live/hooks.ts'
import { Button } from '#platform/ui/controls/Button.tsx'
import { Dialog } from '#platform/ui/controls/Dialog.tsx'
import { FormBody } from '#platform/ui/form/FormBody.tsx'
import { TextArea } from '#platform/ui/form/TextArea.tsx'
import { useForm } from '#platform/ui/form/use-form.ts'
import { scoresEdit } from '#scores/contract/scores.ts'
import type { Score } from '#scores/ui/cards/use-scores.ts'
import { valueProblem } from '#scores/ui/submit/submit-fields.ts'
import type { PickedVenue } from '#scores/ui/venue/kept-venues.ts'
import { ScoreVenueField } from '#scores/ui/venue/ScoreVenueField.tsx'
import { useKeptVenues } from '#scores/ui/venue/use-venue-select.ts'
import { PictureEditor } from '#uploads/ui/PictureEditor.tsx'
import type { VenueDoc } from '#venues/contract.ts'
import styles from './score-social.module.css'

/** A button that opens a dialog for correcting a score. A new picture is saved at once, value, comment and venue together. */
export function CorrectScore({ score }: { score: Score }) {
  const edit = useMethod(scoresEdit)
  const [open, setOpen] = useState(false)
  const [picked, setPicked] = useState<PickedVenue | null | undefined>(undefined)
  const { _id: scoreId, picture } = score
  return (
    <>
      <Button
        kind="plain"
        className={styles.small}
        onClick={() => {
          setPicked(undefined)
          setOpen(true)
        }}
      >
        {m.scores_correct()}
      </Button>
      {open && (
        // The dialog notices what is typed, but not which venue was picked.
        <Dialog open title={m.scores_correct()} isDirty={picked === undefined ? undefined : true} onClose={() => setOpen(false)}>
          <PictureEditor
            kind="scorePicUpload"
            label={m.scores_correct_photo()}
            shape="free"
            current={picture}
            fallback={null}
            onReady={async key => void (await edit({ scoreId, picture: { key } }))}
            onRemove={async () => void (await edit({ scoreId, picture: null }))}
          />
          <CorrectionForm score={score} picked={picked} onPick={setPicked} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  )
}

function CorrectionForm({
  score: { _id: scoreId, value, comment = '', venueId },
  picked,
  onPick,
  onDone,
}: {
  score: Score
  /** the venue that the player has chosen instead; null: none; undefined: the player has not chosen */
  picked: PickedVenue | null | undefined
  onPick: (venue: PickedVenue | null) => void
  onDone: () => void
}) {
  const edit = useMethod(scoresEdit)
  // The page has loaded the venue of the score, to name it.
  const venue = useDocument<VenueDoc>('venues', venueId ?? null)
  const kept = useKeptVenues() ?? []
  const form = useForm({
    initial: { digits: String(value), comment },
    check: ({ digits }) => ({ digits: valueProblem(digits) }),
    send: async ({ digits, comment: newComment }) => {
      // Unless the player has chosen one, the venue stays as it is, also one that the page does not show.
      const where = picked === undefined ? {} : { venueId: picked?.venueId ?? null }
      await edit({ scoreId, value: Number(digits), comment: newComment, ...where })
      onDone()
    },
  })
  return (
    <FormBody form={form} action={m.ui_save_changes()} wide>
      <ScoreField
        label={m.ui_score()}
        digits={form.values.digits}
        onDigits={digits => form.set('digits', digits)}
        error={form.field('digits').error}
      />
      <TextArea {...form.field('comment')} label={m.ui_comment()} maxLength={500} />
      <ScoreVenueField
        venue={picked !== undefined ? picked : venue === undefined ? null : { venueId: venue._id, slug: venue.slug, name: venue.name }}
        recent={kept.filter(({ isGone }) => !isGone)}
        onPick={onPick}
      />
    </FormBody>
  )
}
