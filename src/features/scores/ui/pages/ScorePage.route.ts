import { type PageParts, want } from '../../../../platform/live/route.ts'
import { type PlaceDoc, type ScoreDoc, scoresOne, scoresPlaces } from '../../contract.ts'

const number = new Intl.NumberFormat('en-US')

export { ScorePage as component } from './ScorePage.tsx'

export const live: PageParts['live'] = ({ params }) => [
  want(scoresOne, { scoreId: params.scoreId! }),
  want(scoresPlaces, { scoreId: params.scoreId! }),
]

export const head: PageParts['head'] = ({ params }, store) => {
  const score = store.collection('scores').get(params.scoreId!) as unknown as ScoreDoc | undefined
  if (score === undefined) return { title: 'Score · Skillshot', description: 'A pinball score on Skillshot.' }
  const words = `${number.format(score.value)} on ${score.machineName} by ${score.displayName}`
  const place = store.collection('places').get(`${score.userId}/${score.machineId}/all`) as unknown as PlaceDoc | undefined
  return {
    title: `${words} · Skillshot`,
    description: `${words}. See where it stands on the board.`,
    // With the rank of now: chats keep the picture that they first saw under an address.
    image: { path: `/scores/${params.scoreId}/card.png?v=${score.version}-${place?.rank ?? 0}`, width: 1200, height: 630, alt: words },
  }
}
