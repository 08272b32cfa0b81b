/** What people read during maintenance if nobody wrote anything else. Both languages are shown, also to a person who chose one. */
export const USUAL_SENTENCE = {
  en: 'The site is under maintenance. We will be back shortly.',
  bn: 'সাইটের রক্ষণাবেক্ষণ চলছে। আমরা শিগগিরই ফিরছি।',
};
