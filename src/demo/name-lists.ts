/**
 * Names as they are given in Bangladesh, in Latin and Bengali script. Surnames go with the districts from which
 * people came to the new town; the lists are our own.
 */
export type Word = readonly [latin: string, bengali: string];

const words = (text: string): Word[] =>
  text
    .trim()
    .split(/\s*,\s*/)
    .map((pair) => pair.split('=').map((part) => part.trim()) as unknown as Word);

export const MALE =
  words(`Abdul Karim=আব্দুল করিম, Abul Kalam=আবুল কালাম, Anwar=আনোয়ার, Ashraful=আশরাফুল, Aminul=আমিনুল,
  Azizul=আজিজুল, Belal=বেলাল, Delwar=দেলোয়ার, Faruk=ফারুক, Golam Mostafa=গোলাম মোস্তফা, Habibur=হাবিবুর, Harun=হারুন,
  Imran=ইমরান, Iqbal=ইকবাল, Jahangir=জাহাঙ্গীর, Jamal=জামাল, Kamrul=কামরুল, Khalilur=খলিলুর, Liton=লিটন,
  Mahbub=মাহবুব, Masud=মাসুদ, Mizanur=মিজানুর, Monirul=মনিরুল, Mostafizur=মোস্তাফিজুর, Nazrul=নজরুল, Nurul=নূরুল,
  Rafiqul=রফিকুল, Rashedul=রাশেদুল, Rezaul=রেজাউল, Saiful=সাইফুল, Salim=সেলিম, Shafiqul=শফিকুল, Shahidul=শহীদুল,
  Shahjahan=শাহজাহান, Shamsul=শামসুল, Siddiqur=সিদ্দিকুর, Sohel=সোহেল, Tariqul=তারিকুল, Zahirul=জহিরুল, Ziaur=জিয়াউর`);

export const FEMALE = words(`Afroza=আফরোজা, Amena=আমেনা, Asma=আসমা, Ayesha=আয়েশা, Farhana=ফারহানা, Fatema=ফাতেমা,
  Firoza=ফিরোজা, Hasina=হাসিনা, Jahanara=জাহানারা, Jesmin=জেসমিন, Kohinoor=কোহিনূর, Laila=লায়লা, Mahmuda=মাহমুদা,
  Monowara=মনোয়ারা, Morsheda=মোর্শেদা, Nargis=নার্গিস, Nasima=নাসিমা, Parveen=পারভীন, Rabeya=রাবেয়া, Rahima=রহিমা,
  Rehana=রেহানা, Rokeya=রোকেয়া, Rumana=রুমানা, Salma=সালমা, Selina=সেলিনা, Shahnaz=শাহনাজ, Shamima=শামীমা,
  Shirin=শিরিন, Sufia=সুফিয়া, Sultana=সুলতানা, Tahmina=তাহমিনা, Yasmin=ইয়াসমিন`);

/** Second names of women, more frequent than a family's name. */
export const FEMALE_ENDINGS: [Word, number][] = [
  [['Begum', 'বেগম'], 34],
  [['Akter', 'আক্তার'], 28],
  [['Khatun', 'খাতুন'], 18],
  [['Sultana', 'সুলতানা'], 8],
  [['Khanam', 'খানম'], 7],
  [['Parvin', 'পারভীন'], 5],
];

/** Origin of a family, how many of the town have it, and its family names beside the common ones. */
export const DISTRICTS: [{ name: Word; families: Word[] }, number][] = [
  [district('Narayanganj=নারায়ণগঞ্জ', 'Bhuiyan=ভূঁইয়া, Prodhan=প্রধান, Miah=মিয়া, Mollah=মোল্লা, Bepari=বেপারী'), 24],
  [district('Gazipur=গাজীপুর', 'Sarker=সরকার, Mollah=মোল্লা, Sheikh=শেখ, Akand=আকন্দ'), 14],
  [district('Dhaka=ঢাকা', 'Khan=খান, Sikder=সিকদার, Dewan=দেওয়ান, Matbar=মাতবর'), 16],
  [district('Cumilla=কুমিল্লা', 'Majumder=মজুমদার, Bhuiyan=ভূঁইয়া, Sarker=সরকার, Munshi=মুন্সী'), 10],
  [district('Chandpur=চাঁদপুর', 'Patwary=পাটোয়ারী, Gazi=গাজী, Mizi=মিজি'), 6],
  [district('Noakhali=নোয়াখালী', 'Chowdhury=চৌধুরী, Majumder=মজুমদার, Bhuiyan=ভূঁইয়া'), 6],
  [district('Barishal=বরিশাল', 'Howlader=হাওলাদার, Talukder=তালুকদার, Sikder=সিকদার, Mridha=মৃধা'), 8],
  [district('Faridpur=ফরিদপুর', 'Matubbar=মাতুব্বর, Sheikh=শেখ, Khandaker=খন্দকার'), 5],
  [district('Mymensingh=ময়মনসিংহ', 'Talukder=তালুকদার, Akand=আকন্দ, Fakir=ফকির'), 5],
  [district('Rajshahi=রাজশাহী', 'Pramanik=প্রামাণিক, Mondal=মণ্ডল, Shah=শাহ'), 3],
  [district('Khulna=খুলনা', 'Gazi=গাজী, Sardar=সরদার, Biswas=বিশ্বাস'), 3],
];

/** Families' and fathers' names that are found in every district. */
export const EVERYWHERE = words(
  'Hossain=হোসেন, Rahman=রহমান, Islam=ইসলাম, Uddin=উদ্দিন, Ahmed=আহমেদ, Ali=আলী, Haque=হক',
);

export const HINDU_MALE = words(
  'Bimal=বিমল, Dilip=দিলীপ, Gopal=গোপাল, Nirmal=নির্মল, Pradip=প্রদীপ, Ranjit=রঞ্জিত, Sanjay=সঞ্জয়, Subrata=সুব্রত, Uttam=উত্তম',
);
export const HINDU_FEMALE = words(
  'Anjali=অঞ্জলি, Gita=গীতা, Kalpana=কল্পনা, Lakshmi=লক্ষ্মী, Purnima=পূর্ণিমা, Shikha=শিখা',
);
export const HINDU_FAMILIES = words(
  'Das=দাস, Saha=সাহা, Roy=রায়, Debnath=দেবনাথ, Ghosh=ঘোষ, Pal=পাল, Sutradhar=সূত্রধর, Barman=বর্মণ',
);

export const SHOPS = words(`Bismillah Store=বিসমিল্লাহ স্টোর, Mayer Doa Pharmacy=মায়ের দোয়া ফার্মেসি,
  Sonargaon Restaurant=সোনারগাঁও রেস্তোরাঁ, Shitalakshya Sweets=শীতলক্ষ্যা মিষ্টান্ন ভাণ্ডার, Purbachal Hardware=পূর্বাচল হার্ডওয়্যার,
  Al-Madina Bakery=আল-মদিনা বেকারি, Nabanna Super Shop=নবান্ন সুপার শপ, Rupganj Tailors=রূপগঞ্জ টেইলার্স,
  Balu River Community Centre=বালু নদী কমিউনিটি সেন্টার, Janata Automobiles=জনতা অটোমোবাইলস, Ekota Electronics=একতা ইলেকট্রনিকস,
  Green View Hotel=গ্রিন ভিউ হোটেল, Shapla Car Wash=শাপলা কার ওয়াশ, Meghna Diagnostic Centre=মেঘনা ডায়াগনস্টিক সেন্টার`);

export const FACTORIES =
  words(`Rupganj Knit Composite=রূপগঞ্জ নিট কম্পোজিট, Kanchan Ice and Cold Storage=কাঞ্চন আইস অ্যান্ড কোল্ড স্টোরেজ,
  Purbachal Ready Mix=পূর্বাচল রেডি মিক্স, Balu Dyeing=বালু ডাইং, Nadi Beverage=নদী বেভারেজ`);

/** Of a sector: `%` stands for its number. */
export const INSTITUTIONS =
  words(`Sector % Jame Masjid=সেক্টর % জামে মসজিদ, Sector % Primary School=সেক্টর % প্রাথমিক বিদ্যালয়,
  Sector % Madrasa=সেক্টর % মাদ্রাসা, Sector % Community Clinic=সেক্টর % কমিউনিটি ক্লিনিক, Sector % High School=সেক্টর % উচ্চ বিদ্যালয়`);
export const OFFICES = words(`Sector % Police Outpost=সেক্টর % পুলিশ ফাঁড়ি, Sector % Post Office=সেক্টর % ডাকঘর,
  Sector % Fire Station=সেক্টর % ফায়ার স্টেশন, Sector % Land Office=সেক্টর % ভূমি অফিস`);
export const COMMUNITY = words(
  `Sector % Water Point=সেক্টর % পানির পয়েন্ট, Sector % Workers' Quarters=সেক্টর % শ্রমিক কলোনি`,
);

function district(name: string, families: string) {
  return { name: words(name)[0] as Word, families: words(families) };
}
