/** Pictures and files of members, lists and courses, and the signed links to them. */

export { type FileStore, localStore } from './files.ts'
export { linkSecret } from './files-link.ts'
export { dropPicture, pictureLink, pictureLinks, savePicture, thumbnailLink } from './picture-field.ts'
export { localPictures, pictureProblem, type RedrawnPicture } from './pictures.ts'
