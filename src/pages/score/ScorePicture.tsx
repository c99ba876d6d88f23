import { useUserId } from '#accounts/ui/session/use-account.ts'
import { ScoreValue } from '#machines/ui/ScoreValue.tsx'
import * as m from '#messages'
import { PictureViewer } from '#platform/ui/pictures/PictureViewer.tsx'
import layout from '#platform/ui/styles/layout.module.css'
import { ReportButton } from '#reports/ui/ReportButton.tsx'
import type { Score } from '#scores/ui/cards/use-scores.ts'
import type { UploadedPicture } from '#uploads/contract.ts'
import { parsePictureId } from '#uploads/rules.ts'
import { RemovePicture } from '#uploads/ui/RemovePicture.tsx'
import styles from './score-picture.module.css'

/** The photo of a score, as wide as the page. Pressing it opens it enlarged. */
export function ScorePicture({ score, picture }: { score: Score; picture: UploadedPicture }) {
  const userId = useUserId()
  const id = parsePictureId(picture.url)
  const names = { name: score.displayName, machine: score.machineName }
  return (
    <div className={styles.picture}>
      <PictureViewer
        picture={picture}
        alt={m.scores_picture_alt(names)}
        sizes="(min-width: 60rem) 46rem, 100vw"
        eager
        caption={
          <p className={layout.facts}>
            {m.scores_by_on(names)}
            <ScoreValue value={score.value} size="row" />
          </p>
        }
        actions={
          <>
            {id !== null && score.userId !== userId && (
              <ReportButton kind="picture" subjectId={id} subjectLabel={m.scores_report_picture()} path={`/scores/${score._id}`} />
            )}
            <RemovePicture picture={picture} />
          </>
        }
      />
    </div>
  )
}
