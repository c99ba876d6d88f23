import * as m from '#messages'
import { type PageModule, subscribeTo } from '#platform/live/route.ts'
import { getActiveLocale } from '#platform/ui/format/locale.ts'
import { plainNumber } from '#platform/ui/format/ssr-format.ts'
import { type PlayerRankDoc, scoresPlaces } from '#scores/contract/boards.ts'
import { type ScoreDoc, scoresOne, scoresVoids } from '#scores/contract/scores.ts'

export { ScorePage as component } from './ScorePage.tsx'

export const live: PageModule['live'] = ({ params }) => [
  subscribeTo(scoresOne, { scoreId: params.scoreId! }),
  subscribeTo(scoresPlaces, { scoreId: params.scoreId! }),
  subscribeTo(scoresVoids, { scoreId: params.scoreId! }),
]

export const head: PageModule['head'] = ({ params }, store) => {
  const score = store.collection('scores').get(params.scoreId!) as unknown as ScoreDoc | undefined
  if (score === undefined) return { title: m.scores_score_head(), description: m.scores_score_head_none() }
  const facts = { value: plainNumber(score.value), machine: score.machineName, name: score.displayName }
  const description = m.ui_score_on_by(facts)
  const place = store.collection('places').get(`${score.userId}/${score.machineId}/all`) as unknown as PlayerRankDoc | undefined
  return {
    title: `${description} · Skillshot`,
    description: m.scores_score_head_text(facts),
    // Chats cache the first picture they get for an address, so it contains the language, and the score's version and rank.
    image: {
      path: `/scores/${params.scoreId}/card.png?lang=${getActiveLocale()}&v=${score.version}-${place?.rank ?? 0}`,
      width: 1200,
      height: 630,
      alt: description,
    },
  }
}
