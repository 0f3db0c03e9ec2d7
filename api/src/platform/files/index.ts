/** Pictures and files of members, lists and courses, and the signed links to them. */

export { linkSecret } from './files-link.ts'
export { dropPicture, pictureLinks, savePicture } from './picture-field.ts'
export { localPictures } from './pictures.ts'
