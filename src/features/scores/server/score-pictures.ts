import { uuidv7 } from '../../../platform/uuid.ts'
import type { PictureOwner } from '../../uploads/server/api.ts'
import { scoreNews } from './apply-score-change.ts'
import type { ScoreRecord } from './score-fields.ts'
import { scoreTitle } from './score-title.ts'
import * as store from './store.ts'

/** The picture callbacks of scores. Because a picture is evidence for a score, changing it increases the score's version. */
export const scorePictures: PictureOwner = {
  mayUpload: async () => null,

  async show(tx, scoreId, picture, by) {
    const score = await store.lockScore(tx, scoreId)
    if (score === null) return null
    const after: ScoreRecord = { ...score, picture, version: score.version + 1 }
    await store.updateScore(tx, after)
    if (by !== null) {
      const changes = { picture: [score.picture !== null, picture !== null] }
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by, action: 'moderated', changes })
    }
    return [scoreNews({ op: 'pictured', score: after })]
  },

  async refused(tx, scoreId, reason) {
    const score = await store.lockScore(tx, scoreId)
    if (score === null) return []
    const had = score.picture !== null
    await store.insertHistory(tx, { id: uuidv7(), scoreId, by: null, action: 'edited', changes: { picture: [had, had] }, reason })
    return [scoreNews({ op: 'pictured', score })]
  },

  shown: store.scorePicturesShown,

  async describe(db, scoreId) {
    const score = await store.scoreById(db, scoreId)
    return score === null ? null : { label: `Picture of ${scoreTitle(score)}`, path: `/scores/${scoreId}`, userId: score.userId }
  },
}
