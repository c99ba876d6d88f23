import { around } from './calls/around.ts'
import { comment } from './calls/comment.ts'
import { confirmScore } from './calls/confirm.ts'
import { editScore } from './calls/edit.ts'
import { flag } from './calls/flag.ts'
import { like } from './calls/like.ts'
import { moderate } from './calls/moderate.ts'
import { place } from './calls/place.ts'
import { removeOneScore } from './calls/remove.ts'
import { removeComment } from './calls/remove-comment.ts'
import { submit } from './calls/submit.ts'

export const calls = [submit, editScore, removeOneScore, flag, moderate, confirmScore, like, comment, removeComment, place, around]
