import { uuidv7 } from '#platform/uuid.ts'
import type { PictureOwner } from '#uploads/server/api.ts'
import { toScoreChange } from './apply-score-change.ts'
import type { ScoreRecord } from './score-fields.ts'
import { scoreTitle } from './score-title.ts'
import * as store from './store.ts'

/** The picture callbacks of scores. Because a picture is evidence for a score, changing it increases the score's version. */
export const scorePictures: PictureOwner = {
  mayUpload: async () => null,

  async setPicture(tx, scoreId, picture, by) {
    const score = await store.lockScore(tx, scoreId)
    if (score === null) return null
    const updated: ScoreRecord = { ...score, picture, version: score.version + 1 }
    await store.updateScore(tx, updated)
    if (by !== null) {
      const changes = { picture: [score.picture !== null, picture !== null] }
      await store.insertHistory(tx, { id: uuidv7(), scoreId, by, action: 'moderated', changes })
    }
    return [toScoreChange({ op: 'pictured', score: updated })]
  },

  async onRefused(tx, scoreId, reason) {
    const score = await store.lockScore(tx, scoreId)
    if (score === null) return []
    const hadPicture = score.picture !== null
    await store.insertHistory(tx, {
      id: uuidv7(),
      scoreId,
      by: null,
      action: 'edited',
      changes: { picture: [hadPicture, hadPicture] },
      reason,
    })
    return [toScoreChange({ op: 'pictured', score })]
  },

  listPictures: store.scorePicturesShown,

  async describeForReport(db, scoreId) {
    const score = await store.scoreById(db, scoreId)
    return score === null ? null : { label: `Picture of ${scoreTitle(score)}`, path: `/scores/${scoreId}`, userId: score.userId }
  },
}
