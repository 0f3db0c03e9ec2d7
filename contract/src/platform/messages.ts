/** The specification's messages that several modules use. */
export const messages = {
  required: 'This field is require',
  fieldRequired: 'This field is required',
  submit: 'Are you sure to submit?',
  deletion: 'Are you sure to delete? This action cannot be undone.',
  deletionOf: (what: string) => `Are you sure to delete this ${what}? This action cannot be undone.`,
  enable: 'Are you sure to enable?',
  disable: 'Are you sure to disable?',
  otherCentre: 'This belongs to a centre that is not in your charge.',
  removePicture: 'Are you sure to remove ?',
  logout: 'Are you sure to logout?',
  created: 'Created',
  updated: 'Updated',
  deleted: 'Deleted',
  removed: 'Removed',
  unauthorized: 'Unauthorized',
  fileTypes: 'Only accept file types png, jpg, jpeg',
  fileSize: (kilobytes: number) => `Exceeded maximum file size ${kilobytes}KB`,
  badEmailCharacters: 'Email can only contain letters, numbers, @, ., _, and -',
  badEmail: 'Please enter a valid email address',
  badPhone: 'Please enter a valid 10 - 12 digit phone number',
  shortPassword: 'Password must be at least 8 characters long',
  commonPassword: 'This is one of the most common passwords. Please choose another one',
  nameAsPassword: 'A password must not be made of a name, the own or that of the academy. Please choose another one',
  mustChangePassword: 'Somebody else set your password. Please choose one of your own first',
  badPassword: 'Password can only contain letters, numbers, and the special characters !@#$%^&*()_+=-',
  positive: 'Value must be positive',
  pdfFailed: 'An error occurred while generating the PDF. Please try again later.',
  noExpiry: 'No expiration date found.',
} as const

/** For pictures of members and of every reference list. */
export const pictureLimit = { kilobytes: 3000, types: ['png', 'jpg', 'jpeg'] } as const
