/// Letters without case and diacritics, for full-text search. The standard library has no
/// decomposition, hence the table: each base letter is followed by its variants with diacritics,
/// for the scripts in which diacritics are common.
enum LetterFolding {
  /// Returns the base letter of `scalar`, or nil for a combining mark.
  static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    if isDiacritic(scalar.value) { return nil }
    return baseLetters[scalar] ?? scalar
  }

  private static func isDiacritic(_ value: UInt32) -> Bool {
    switch value {
    case 0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe20...0xfe2f: true
    // The points of Hebrew, the vowel and hamza marks of Arabic, the voicing marks of kana. Marks
    // of other scripts are treated as letters.
    case 0x591...0x5bd, 0x5bf, 0x5c1...0x5c2, 0x5c4...0x5c5, 0x5c7: true
    case 0x64b...0x65f, 0x670, 0x3099, 0x309a: true
    default: false
    }
  }

  private static let baseLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    for group in table.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let base = group.first else { continue }
      for letter in group.dropFirst() { letters[letter] = base }
    }
    return letters
  }()

  private static let table = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ gĝğġģǧǵḡ
    hĥȟḣḥḧḩḫẖ iìíîïĩīĭįǐȉȋḭḯỉị jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽ mḿṁṃ nñńņňǹṅṇṉṋ
    oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩẛſ tţťțṫṭṯṱẗ
    uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ øǿ ʒǯ
    αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ
    οόὀὁὂὃὄὅὸό ρῤῥ σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ аӑӓ гѓ еѐёӗ жӂӝ зӟ ийѝӣӥ кќ
    оӧ уўӯӱӳ чӵ ыӹ эӭ ії ѵѷ әӛ өӫ اآأإ وؤ يئ ہۂ ےۓ ەۀ うゔ かが きぎ くぐ けげ こご さざ しじ すず せぜ そぞ ただ ちぢ つづ
    てで とど はばぱ ひびぴ ふぶぷ へべぺ ほぼぽ ゝゞ ウヴ カガ キギ クグ ケゲ コゴ サザ シジ スズ セゼ ソゾ タダ チヂ ツヅ テデ トド ハバパ ヒビピ フブプ ヘベペ
    ホボポ ワヷ ヰヸ ヱヹ ヲヺ ヽヾ
    """
}
