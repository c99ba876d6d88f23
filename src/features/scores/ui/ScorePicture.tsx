import { PictureViewer } from '../../../platform/ui/PictureViewer.tsx'
import { ScoreValue } from '../../../platform/ui/ScoreValue.tsx'
import { useAccount } from '../../accounts/ui/parts/account.ts'
import { ReportButton } from '../../reports/ui/parts/ReportButton.tsx'
import type { Picture } from '../../uploads/contract.ts'
import { pictureId } from '../../uploads/rules.ts'
import { RemovePicture } from '../../uploads/ui/parts/RemovePicture.tsx'
import styles from './score-picture.module.css'
import type { Score } from './use-scores.ts'

/** The photo of a score, as wide as its page; big when it is pressed. */
export function ScorePicture({ score, picture }: { score: Score; picture: Picture }) {
  const { userId } = useAccount()
  const id = pictureId(picture.url)
  return (
    <div className={styles.picture}>
      <PictureViewer
        picture={picture}
        alt={`${score.displayName}’s score on ${score.machineName}`}
        sizes="(min-width: 60rem) 46rem, 100vw"
        eager
        caption={
          <p className={styles.caption}>
            {score.displayName} on {score.machineName}
            <ScoreValue value={score.value} size="row" />
          </p>
        }
        actions={
          <>
            {id !== null && score.userId !== userId && (
              <ReportButton kind="picture" subjectId={id} what="this picture" path={`/scores/${score._id}`} />
            )}
            <RemovePicture picture={picture} />
          </>
        }
      />
    </div>
  )
}
